#include "provider/service.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/suggest.h"

enum { SHOWN_BYTES = 64 };

bool service_split(struct slice model, struct slice *ret_service, struct slice *ret_name)
{
    const char *slash = model.size > 0 ? memchr(model.data, '/', model.size) : NULL;
    if (!slash)
        return false;
    *ret_service = (struct slice){model.data, (size_t)(slash - model.data)};
    *ret_name = (struct slice){slash + 1, model.size - ret_service->size - 1};
    return true;
}

const struct executor_provider *service_find(const struct executor_provider *providers, size_t count,
                                             struct slice service)
{
    for (size_t i = 0; i < count; i++)
        if (slice_equal(providers[i].service, service))
            return &providers[i];
    return NULL;
}

static struct slice cut(struct slice text, size_t most)
{
    return (struct slice){text.data, text.size < most ? text.size : most};
}

/* Appends "did you mean …?" with the same model of the most similar provider, or of the provider whose default model it
 * is. Returns false if there is none. */
static bool suggest(struct buf *out, const struct executor_provider *providers, size_t count, struct slice model,
                    struct slice service, struct slice name)
{
    char word[SUGGEST_SIZE_MAX + 1] = "", known[SUGGEST_SIZE_MAX + 1] = "", best[SUGGEST_SIZE_MAX + 1] = "";
    size_t distance = 0;
    for (size_t i = 0; i < count; i++)
        if (providers[i].model_is == FIELD_SET && slice_equal(providers[i].model, model)) {
            (void)buf_printf(out, "; did you mean %.*s/%.*s?", SLICE_ARG(cut(providers[i].service, SHOWN_BYTES)),
                             SLICE_ARG(cut(model, SHOWN_BYTES)));
            return true;
        }
    if (service.size > SUGGEST_SIZE_MAX)
        return false;
    (void)snprintf(word, sizeof word, "%.*s", SLICE_ARG(service));
    for (size_t i = 0; i < count; i++) {
        struct suggestion one = {.word = word};
        (void)snprintf(known, sizeof known, "%.*s", SLICE_ARG(cut(providers[i].service, SUGGEST_SIZE_MAX)));
        suggest_consider(&one, known);
        if (one.best && (!best[0] || one.distance < distance)) {
            (void)snprintf(best, sizeof best, "%s", known);
            distance = one.distance;
        }
    }
    if (best[0])
        (void)buf_printf(out, "; did you mean %s/%.*s?", best, SLICE_ARG(cut(name, SHOWN_BYTES)));
    return best[0];
}

/* Allows one wrong letter, or two in a long name. More would match names of models: "llama3" is not "ollama". */
static bool is_nearly(struct slice model, struct slice service)
{
    char word[SUGGEST_SIZE_MAX + 1], known[SUGGEST_SIZE_MAX + 1];
    if (model.size > SUGGEST_SIZE_MAX || service.size > SUGGEST_SIZE_MAX)
        return false;
    (void)snprintf(word, sizeof word, "%.*s", SLICE_ARG(model));
    (void)snprintf(known, sizeof known, "%.*s", SLICE_ARG(service));
    size_t most = service.size < 4 ? 0 : service.size < 8 ? 1 : 2;
    return suggest_distance(word, known) <= most;
}

/* Whether a bare name is a provider's, and not a model's. */
static bool is_service(const struct executor_provider *providers, size_t count, struct slice model,
                       char problem[static SERVICE_PROBLEM_SIZE])
{
    struct slice service = {0};
    for (size_t i = 0; i < count; i++)
        if (providers[i].model_is == FIELD_SET && slice_equal(providers[i].model, model))
            return false;
    for (size_t i = 0; i < count && model.size > 0; i++)
        if (slice_equal(providers[i].service, model) || (service.size == 0 && is_nearly(model, providers[i].service)))
            service = providers[i].service;
    if (service.size == 0)
        return false;
    bool is_same = slice_equal(service, model);
    service = cut(service, SHOWN_BYTES);
    (void)snprintf(problem, SERVICE_PROBLEM_SIZE, "%s%.*s%s%.*s is a provider; name one of its models: %.*s/MODEL",
                   is_same ? "" : "'", is_same ? 0 : (int)cut(model, SHOWN_BYTES).size, model.data,
                   is_same ? "" : "' is not a model, and ", SLICE_ARG(service), SLICE_ARG(service));
    return true;
}

bool service_is_unknown(const struct executor_provider *providers, size_t count, struct slice model,
                        char problem[static SERVICE_PROBLEM_SIZE])
{
    struct slice service, name;
    struct buf text = BUF_LIMITED(4 << 10);
    if (!service_split(model, &service, &name))
        return is_service(providers, count, model, problem);
    if (service_find(providers, count, service))
        return false;
    (void)buf_printf(&text, "no such provider: '%.*s', in the model %.*s", SLICE_ARG(cut(service, SHOWN_BYTES)),
                     SLICE_ARG(cut(model, SHOWN_BYTES)));
    if (!suggest(&text, providers, count, model, service, name)) {
        (void)buf_append_text(&text, "; write MODEL or SERVICE/MODEL; the providers are");
        for (size_t i = 0; i < count; i++)
            (void)buf_printf(&text, "%s %.*s", i > 0 ? "," : "", SLICE_ARG(providers[i].service));
    }
    (void)snprintf(problem, SERVICE_PROBLEM_SIZE, "%.*s", SLICE_ARG(buf_slice(&text)));
    buf_clear(&text);
    return true;
}
