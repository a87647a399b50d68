// Constant fields that patterns of many programs share; see LinePattern.

export const success = { 'event.outcome': 'success' } as const
export const failure = { 'event.outcome': 'failure' } as const
export const login = { 'event.action': 'login' } as const
export const logout = { 'event.action': 'logout' } as const
