/**
 * Maximum length of a host, a program and the name of a tag, in UTF-16 units. Also of field names in
 * conditions and queries, so that each tag can be searched.
 */
export const maxNameLength = 255
