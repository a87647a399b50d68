/**
 * The template of a message: its text with what varies taken out, so that millions of messages have a few hundred templates. Most
 * questions about words are decided by the template alone, once for all messages that share it.
 *
 * A template is '' when nothing is known of the message, otherwise the very text of the message in which runs of ASCII letters and
 * digits are replaced as follows. A placeholder never stands next to a letter or digit that belongs to what it stands for: a run of
 * digits is replaced as a whole, and `hex` and `mixed` stand for a whole run of ASCII letters and digits, next to which there is
 * neither another such character nor one outside ASCII.
 */
export const placeholders = {
  /** One digit or more, 0 to 9; also within a token, as in eth0. */
  digits: '\u0011',
  /** A run of 0-9, a-f and A-F, with or without digits. */
  hex: '\u0012',
  /** A run of ASCII letters and digits. */
  mixed: '\u0013',
} as const

/** Longer messages have no template, bytes. */
export const maxTemplatedBytes = 1_000
