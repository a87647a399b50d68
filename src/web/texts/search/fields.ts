/** Texts of the field list beside the results. */
export const fieldTexts = {
  title: 'Fields',
  tag: (name: string) => `${name} (tag)`,
  find: 'Find a field',
  others: 'Other fields',
  othersCount: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  shareHint: 'Share of the events in this time range that have this field',
  noMatch: 'No field has this name.',
  noTags: 'No tags in this range.',
  more: (shown: string, total: string) => `${shown} of ${total} names. Type to find the others.`,
  estimates: (count: string) => `Shares of tags are estimates, based on ${count} events.`,
  reading: 'loading tags',
  failed: 'Fields cannot be loaded.',
  stopped: 'Stopped before the fields were loaded.',
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
    `Values of ${field}. Arrow keys move, space selects. Events match any of the selected values.`,
  pick: (label: string, count: string, share: string) => `${label}, ${count}, ${share}`,
  picked: (label: string) => `${label}, selected, none found`,
  exclude: (label: string) => `Filter out ${label}`,
  include: (label: string) => `Do not filter out ${label}`,
  topOf: (shown: string, total: string) => `top ${shown} of ${total}`,
  showMore: 'Show more',
  none: 'No values',
  waiting: 'Counting',
  stopped: 'Stopped',
  retry: 'Try again',
}

/** Texts of the statistics of a numeric field. */
export const numberTexts = {
  figures: (field: string) => `Statistics of ${field}`,
  min: 'Min',
  avg: 'Avg',
  p95: 'P95',
  max: 'Max',
  about: '~',
  atLeast: (field: string) => `${field} is at least`,
  sign: '≥',
  apply: 'Filter',
  statistics: 'By group',
  statisticsHint: 'Average, percentiles and more, by fields and over time',
}
