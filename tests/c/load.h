/* Loads a library as every host should: the file is looked at first. */
#ifndef LOAD_H
#define LOAD_H

#include "ferz.h"

#include <dlfcn.h>
#include <stdlib.h>

/* The bytes of a file, to be freed; NULL if it cannot be read. */
static inline unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    long end;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0) {
        *size = (size_t)end;
        bytes = (unsigned char *)malloc(*size);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

/* The table of a library, or NULL: then `error` says why. */
static inline const ferz_table *load(const char *path, ferz_error *error) {
    size_t size = 0;
    unsigned char *bytes = read_file(path, &size);
    void *library;
    const ferz_table *table = NULL;
    ferz_seal seal;
    ferz_code code;
    error->code = FERZ_ARGUMENT;
    snprintf(error->text, sizeof error->text, "`%.200s` cannot be read; is the path right?", path);
    if (bytes == NULL) return NULL;
    code = ferz_check_file(bytes, size, &seal, error);
    free(bytes);
    if (code != FERZ_OK) return NULL;
    library = dlopen(path, RTLD_NOW);
    if (library != NULL) table = (const ferz_table *)dlsym(library, "ferz_variant");
    if (table == NULL) {
        error->code = FERZ_NO_LIBRARY;
        snprintf(error->text, sizeof error->text, "%.250s", dlerror());
        return NULL;
    }
    return ferz_check_table(table, &seal, error) == FERZ_OK ? table : NULL;
}

#endif
