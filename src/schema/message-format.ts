/** Forms of messages that have fields in them, in the order in which a message is tried. */
export const messageFormats = ['cef', 'leef', 'json', 'pairs'] as const
export type MessageFormat = (typeof messageFormats)[number]
