#include "fuzz_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_model(EXECUTOR_PROVIDER_FORMAT_ANTHROPIC, (struct slice){(const char *)data, size});
    return 0;
}
