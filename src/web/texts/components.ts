/** Texts of parts that every page uses. */
export const componentTexts = {
  close: 'Close',
  cancel: 'Cancel',
  discardQuestion: 'Discard your changes?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  conflict: {
    title: 'Changed elsewhere',
    text: 'This was changed elsewhere after you started editing it. Saving would overwrite that change.',
    overwrite: 'Overwrite',
  },
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  tryAgain: 'Try again',
  copied: 'Copied',
  notCopied: 'The browser blocked access to the clipboard',
  pagesOfResults: 'Pages of results',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: 'of',
  moreSettings: 'More settings',
  duration: {
    units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
    unitLabel: (label: string) => `${label}: unit`,
  },
} as const

/**
 * Texts of a form for the service's messages about a field. `$1`: the part of the service's sentence that is
 * kept, such as `3 characters`; see fault-text.ts.
 */
export const faultTexts = {
  missing: 'This field is required.',
  invalid: 'Invalid value.',
  wholeNumber: 'Enter a whole number.',
  number: 'Enter a number.',
  atLeast: 'Must be at least $1.',
  atMost: 'Must be at most $1.',
  lengthAtLeast: 'At least $1.',
  lengthAtMost: 'At most $1.',
  noChoice: '“$1” is not a valid option.',
  numberOrName: (names: string) => `Expected a number or a name: ${names}.`,
} as const
