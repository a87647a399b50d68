/** Which events are the context of one: those of its host and program, of its host, or all. */
export const contextScopes = ['program', 'host', 'all'] as const
export type ContextScope = (typeof contextScopes)[number]
