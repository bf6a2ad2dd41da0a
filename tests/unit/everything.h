/* A message of sample.everything with every kind of field, formatted as by the encoder. */
#pragma once

#define EVERYTHING                                                                                                     \
    "{\"flag\":true,\"flagByDefault\":false,\"count\":-5,\"percent\":7,\"between\":9,\"lowest\":-9223372036854775808," \
    "\"ratio\":0.5,\"open\":-1.25,\"number\":1e+100,\"text\":\"t\\\"\\\\\\n\\u0001\",\"greeting\":\"\",\"binary\":"    \
    "\"a\\u0000b\","                                                                                                   \
    "\"when\":\"2026-01-31T12:00:00Z\",\"link\":\"https://example.org/a\",\"level\":\"low\",\"color\":\"lightBlue\","  \
    "\"version\":\"v1\",\"versionMaybe\":\"v2\",\"nothing\":null,\"anything\":{\"a\":[1,{\"b\":\"c\"}],\"n\":1E5},"    \
    "\"annotated\":\"plain\",\"anyByDefault\":null,\"closed\":{\"a\":1,\"b\":\"bb\"},"                                 \
    "\"openObject\":{\"inner\":{\"deep\":[\"x\",\"y\"]}},\"empty\":{},\"list\":[1,2],\"listByDefault\":[\"one\"],"     \
    "\"emptyByDefault\":[\"\"],\"matrix\":[[1,2.5],[]],\"records\":[{\"key\":\"k\",\"value\":[true]},{\"key\":\"\"}]," \
    "\"colors\":[\"red\",\"dark-green\"],\"map\":{\"a\":1,\"\":2},\"mapOfAny\":{\"x\":\"y\",\"z\":{}},"                \
    "\"mapByDefault\":{\"n\":[\"m\",\"o\"]},\"change\":{\"type\":\"created\",\"sample\":{\"id\":\"s\",\"unix\":false}" \
    "},"                                                                                                               \
    "\"changes\":[{\"type\":\"recolored\",\"from\":\"red\",\"to\":\"dark-green\"},{\"type\":\"default\"}],"            \
    "\"shape\":{\"kind\":\"circle\",\"radius\":3},\"maybeText\":null,\"maybeCount\":8,\"maybeNull\":null,"             \
    "\"requiredMaybe\":true,\"maybeSample\":{\"id\":\"m\",\"color\":\"red\",\"unix\":true},\"maybeList\":[\"l\"],"     \
    "\"maybeChange\":{\"op\":\"clear\"},\"sample\":{\"id\":\"q\",\"unix\":true},"                                      \
    "\"tree\":{\"label\":\"root\",\"children\":[{\"label\":\"leaf\",\"children\":[]}],"                                \
    "\"named\":{\"n\":{\"label\":\"named\",\"children\":[],\"named\":{}}}},\"span\":{\"from\":0,\"to\":4},\"int\":1,"  \
    "\"content-type\":\"text/plain\",\"password\":\"secret\"}"
