/* Runs a fuzz target on the given files and directories without libFuzzer, so that tests can replay a corpus. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static size_t replayed;

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rbe");
    struct stat info;
    if (!file || fstat(fileno(file), &info) < 0) {
        perror(path);
        return 1;
    }
    /* A block of exactly the input's size, so that sanitizers detect reads beyond its end. */
    uint8_t *data = malloc((size_t)info.st_size);
    size_t size = data ? fread(data, 1, (size_t)info.st_size, file) : 0;
    (void)fclose(file);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
    return 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int replay_directory(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, alphasort), failed = count < 0;
    for (int i = 0; i < count; i++) {
        char name[4096];
        (void)snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        failed |= replay_file(name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        struct stat info;
        failed |= stat(argv[i], &info) == 0 && S_ISDIR(info.st_mode) ? replay_directory(argv[i]) : replay_file(argv[i]);
    }
    printf("%zu inputs\n", replayed);
    return failed || replayed == 0;
}
