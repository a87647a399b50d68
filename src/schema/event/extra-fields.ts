/** Which data beside a message become user tags: see the setting of that name. */
export const extraFieldsModes = ['structured_data', 'all', 'off'] as const
export type ExtraFieldsMode = (typeof extraFieldsModes)[number]
