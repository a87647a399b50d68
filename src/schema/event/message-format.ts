/** Formats of messages with fields, in the order in which they are tried. */
export const messageFormats = ['cef', 'leef', 'json', 'pairs'] as const
export type MessageFormat = (typeof messageFormats)[number]

/** Sources of automatic fields: `programs` is the table of known programs, the others are formats. */
export const automaticFieldSources = ['programs', ...messageFormats] as const
export type AutomaticFieldSource = (typeof automaticFieldSources)[number]

/** The formats among the sources. */
export function formatsOf(sources: readonly AutomaticFieldSource[]): readonly MessageFormat[] {
  return messageFormats.filter(format => sources.includes(format))
}
