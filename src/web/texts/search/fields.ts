/** Texts of the field list beside the results. */
export const fieldTexts = {
  title: 'Fields',
  tag: (name: string) => `${name} (tag)`,
  find: 'Find a field',
  others: 'Other fields',
  othersCount: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  shareHint: 'Share of the events of this range that have it',
  noMatch: 'No field has this name.',
  noTags: 'No tags in this range.',
  more: (shown: string, total: string) => `${shown} of ${total} names. Type to find the others.`,
  estimates: (count: string) => `Shares of tags are estimates, by ${count} events.`,
  reading: 'reading tags',
  failed: 'The fields could not be read.',
  stopped: 'Stopped before the fields were read.',
  retry: 'Try again',
  pin: (field: string) => `Pin ${field}`,
  unpin: (field: string) => `Unpin ${field}`,
  addColumn: (field: string) => `Show ${field} as column`,
  removeColumn: (field: string) => `Remove column ${field}`,
  tooManyPins: (max: number) => `At most ${max} pinned fields`,
}

/** Texts of the values of one field. */
export const fieldValueTexts = {
  group: (field: string) =>
    `Values of ${field}. Arrow keys move, space selects; several selected values are any of them.`,
  pick: (label: string, count: string, share: string) => `${label}, ${count}, ${share}`,
  picked: (label: string) => `${label}, selected, none found`,
  exclude: (label: string) => `Filter out ${label}`,
  include: (label: string) => `Do not filter out ${label}`,
  topOf: (shown: string, total: string) => `top ${shown} of ${total}`,
  showMore: 'Show more',
  none: 'No values in this range',
  noneFound: 'No values in what this search finds',
  waiting: 'Counting',
  stopped: 'Stopped',
  retry: 'Try again',
}

/** Texts of the statistics of a numeric field. */
export const numberTexts = {
  figures: (field: string) => `Figures of ${field}`,
  min: 'Min',
  avg: 'Avg',
  p95: 'P95',
  max: 'Max',
  about: '~',
  atLeast: (field: string) => `${field} is at least`,
  sign: '≥',
  apply: 'Filter',
}
