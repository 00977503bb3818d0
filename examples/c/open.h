/*
 * What both programs start with: a library is looked at before anything of it is executed, loaded, and looked at once
 * more. This is plain C for any host; only dlopen is the system's.
 */
#ifndef OPEN_H
#define OPEN_H

#include "ferz.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Says what is wrong, and ends the program. */
static inline void give_up(const char *about, const char *why) {
    fprintf(stderr, "%s: %s\n", about, why);
    exit(1);
}

static inline void *take(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) give_up("memory", "there is not enough");
    return memory;
}

/* The bytes of a file, to be freed. */
static inline unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long end = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) end = ftell(file);
    if (end < 0 || fseek(file, 0, SEEK_SET) != 0) give_up(path, "cannot be read; is the path right?");
    *size = (size_t)end;
    bytes = (unsigned char *)take(*size);
    if (fread(bytes, 1, *size, file) != *size) give_up(path, "cannot be read to its end");
    fclose(file);
    return bytes;
}

/* The table of a library. `library` is for dlclose. */
static inline const ferz_table *open_library(const char *path, void **library) {
    size_t size;
    unsigned char *bytes = read_file(path, &size);
    const ferz_table *table;
    ferz_seal seal;
    ferz_error error;
    if (ferz_check_file(bytes, size, &seal, &error) != FERZ_OK) give_up(path, error.text);
    free(bytes);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*library == NULL) give_up(path, dlerror());
    table = (const ferz_table *)dlsym(*library, "ferz_variant");
    if (ferz_check_table(table, &seal, &error) != FERZ_OK) give_up(path, error.text);
    return table;
}

#endif
