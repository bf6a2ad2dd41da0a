/* What most sources include: the builds with sanitizers (-Db_pch=true) parse it once in the place of hundreds of
 * times. No source may rely on it: the plain build is made without. */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>
#include <yyjson.h>
