/** Which data beside a message becomes user tags: see the setting MILLRACE_EXTRA_FIELDS. */
export const extraFieldsModes = ['structured_data', 'all', 'off'] as const
export type ExtraFieldsMode = (typeof extraFieldsModes)[number]
