/** How the body of a POST is made. */
export const webhookFormats = ['template', 'slack', 'teams', 'pagerduty', 'generic'] as const
export type WebhookFormat = (typeof webhookFormats)[number]
