#include "base/std_fds.h"

#include <errno.h>
#include <fcntl.h>

int std_fds_open(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            return -errno;
    return 0;
}
