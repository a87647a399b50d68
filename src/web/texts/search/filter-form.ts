/** Texts of filters in forms of widgets, triggers, silences and forwarders. */
export const filterFormTexts = {
  label: 'Search in messages',
  fault: (expected: string) => `Search: expected ${expected} at the marked place.`,
  addCondition: 'Add condition',
  fromSaved: 'From a saved search',
  copiedFrom: 'Copied from the saved search',
  copiedHint: '. Later changes of that search do not change this filter.',
} as const
