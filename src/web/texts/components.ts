/** Texts of parts that every page uses. */
export const componentTexts = {
  close: 'Close',
  cancel: 'Cancel',
  discardQuestion: 'Discard what you typed?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  tryAgain: 'Try again',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying',
  pagesOfResults: 'Pages of results',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  of: 'of',
} as const

/** Messages of the service about a field, as a form shows them. */
export const faultTexts = {
  missing: 'Fill this in.',
  invalid: 'This is not valid.',
  wholeNumber: 'A whole number is expected.',
  number: 'A number is expected.',
  atLeast: '$1 at least.',
  atMost: '$1 at most.',
  lengthAtLeast: 'At least $1.',
  lengthAtMost: 'At most $1.',
  noChoice: '“$1” cannot be chosen.',
  numberOrName: (names: string) => `Expected a number or a name: ${names}.`,
} as const
