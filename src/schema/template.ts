/**
 * The template of a message is its text with the varying parts replaced by placeholders, so that millions of messages share a
 * few hundred templates. Most filters on words are decided by the template alone, once for all messages that share it. '' is no
 * template. Runs of ASCII letters and digits are replaced as below. No letter or digit of the same run is next to a
 * placeholder: `digits` replaces a whole run of digits, `hex` and `mixed` replace a whole run of ASCII letters and digits
 * without a non-ASCII letter next to it.
 */
export const placeholders = {
  /** One digit or more, also within a token, as in eth0. */
  digits: '\u0011',
  /** A run of 0-9, a-f and A-F, with or without digits. */
  hex: '\u0012',
  /** A run of ASCII letters and digits. */
  mixed: '\u0013',
} as const

/** Longer messages, in bytes, have no template. */
export const maxTemplatedBytes = 1_000
