/** Context of an event: same host and program, same host, or all events. */
export const contextScopes = ['program', 'host', 'all'] as const
export type ContextScope = (typeof contextScopes)[number]
