/** How the body of a POST is made. */
export type WebhookFormat = 'template' | 'slack' | 'teams' | 'pagerduty' | 'generic'
