/** Formats of messages with fields, in the order in which they are tried. */
export const messageFormats = ['cef', 'leef', 'json', 'pairs'] as const
export type MessageFormat = (typeof messageFormats)[number]
