/* Fuzzes the decoder with every table of the test contract, which has one of each kind. */
#include "fuzz_decode.c" // NOLINT(bugprone-suspicious-include)
