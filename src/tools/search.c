#include "tools/search.h"

#include <inttypes.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/text.h"

enum { LINE_SHOWN = 500, OUT_MAX = 60 << 10, OUT_ROOM = 4 * OUT_MAX };

/* Names of types in ripgrep, with their file names. */
static const struct {
    const char *name, *glob;
} types[] = {
    {"c", "*.{c,h,H}"},
    {"cpp", "*.{C,cc,cpp,cxx,c++,h,H,hh,hpp,hxx,h++,inl}"},
    {"cs", "*.cs"},
    {"css", "*.{css,scss}"},
    {"go", "*.go"},
    {"html", "*.{htm,html,ejs}"},
    {"java", "*.{java,jsp,jspx,properties}"},
    {"js", "*.{js,jsx,vue,cjs,mjs}"},
    {"json", "*.{json,sarif}"},
    {"kotlin", "*.{kt,kts}"},
    {"lua", "*.lua"},
    {"make", "{Makefile,makefile,GNUmakefile,*.mk,*.mak}"},
    {"markdown", "*.{markdown,md,mdown,mkdn,mkd,mdwn,mdx}"},
    {"md", "*.{markdown,md,mdown,mkdn,mkd,mdwn,mdx}"},
    {"meson", "{meson.build,meson_options.txt}"},
    {"perl", "*.{perl,pl,PL,plh,plx,pm,t}"},
    {"php", "*.{php,php3,php4,php5,phtml}"},
    {"py", "*.{py,pyi}"},
    {"ruby", "{*.rb,*.gemspec,Gemfile,Rakefile,config.ru}"},
    {"rust", "*.rs"},
    {"sh", "*.{sh,bash,zsh,ksh,csh,tcsh}"},
    {"sql", "*.{sql,psql}"},
    {"swift", "*.swift"},
    {"toml", "{*.toml,Cargo.lock}"},
    {"ts", "*.{ts,tsx,cts,mts}"},
    {"txt", "*.txt"},
    {"xml", "*.{xml,xml.dist,dtd,xsl,xslt,xsd,xjb,rng,sch,xhtml}"},
    {"yaml", "*.{yaml,yml}"},
};

const char *search_type(struct slice name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(name, types[i].name))
            return types[i].glob;
    return NULL;
}

bool search_wants(const struct search *search, struct slice path)
{
    if (search->has_type && !globs_match(&search->type, path))
        return false;
    return !search->has_glob || globs_match(&search->glob, path) != search->glob_negated;
}

/* Writes complete results early: they are in the pipe if the time limit ends the search. */
static void flush(struct search *search, size_t above)
{
    if (search->out.size <= above)
        return;
    for (size_t at = 0; at < search->out.size;) {
        ssize_t n = write(STDOUT_FILENO, search->out.data + at, search->out.size - at);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    search->out.size = 0;
}

int search_fail(struct search *search, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&search->out, format, arguments);
    va_end(arguments);
    return SEARCH_FAILED;
}

void search_separate(struct search *search)
{
    search->separator = true;
}

static void append_path(struct search *search, struct slice path)
{
    (void)text_append(&search->out, slice_of(search->prefix));
    (void)text_append(&search->out, path);
}

int search_show(struct search *search, const struct finding *finding)
{
    enum { FLUSH_ABOVE = 8 << 10 };
    static const int64_t bytes_max = OUT_MAX;
    if (search->shown >= search->limit || search->full) {
        search->full = true;
        return 1;
    }
    if (search->separator && search->any)
        (void)buf_append_text(&search->out, "--\n");
    search->separator = false;
    search->any = true;
    search->shown++;
    size_t before = search->out.size;
    append_path(search, finding->path);
    char sign = finding->is_match ? ':' : '-';
    if (search->mode == SEARCH_COUNT) {
        (void)buf_printf(&search->out, ":%" PRId64, finding->number);
    } else if (search->mode == SEARCH_CONTENT) {
        struct slice text = finding->text;
        if (text.size > 0 && text.data[text.size - 1] == '\r')
            text.size--;
        if (search->numbers)
            (void)buf_printf(&search->out, "%c%" PRId64, sign, finding->number);
        (void)buf_append_char(&search->out, sign);
        (void)text_append(&search->out, text_cut(text, LINE_SHOWN));
        if (text.size > LINE_SHOWN)
            (void)buf_append_text(&search->out, " […]");
    }
    (void)buf_append_char(&search->out, '\n');
    search->written += (int64_t)(search->out.size - before);
    search->full = search->written > bytes_max;
    flush(search, FLUSH_ABOVE);
    return 0;
}

int search_run(void *user)
{
    struct search *search = user;
    search->out = (struct buf)BUF_LIMITED(OUT_ROOM);
    (void)setlocale(LC_CTYPE, "C.UTF-8");
    int r = search->ripgrep ? search_ripgrep(search) : search_own(search);
    if (r != SEARCH_FAILED && search->full)
        (void)buf_printf(&search->out, "[more results; use a narrower search, or set head_limit]\n");
    flush(search, 0);
    return r != SEARCH_FAILED && search->any ? SEARCH_FOUND : r;
}

void search_clear(struct search *search)
{
    free(search->root);
    free(search->file);
    free(search->prefix);
    free(search->pattern);
    free(search->ripgrep);
    free(search->name_glob);
    globs_clear(&search->glob);
    globs_clear(&search->type);
    buf_clear(&search->out);
    *search = (struct search){0};
}
