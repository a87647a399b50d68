/** Fields that many lines of logins have. */
export const success = { 'event.outcome': 'success' } as const
export const failure = { 'event.outcome': 'failure' } as const
export const login = { 'event.action': 'login' } as const
export const logout = { 'event.action': 'logout' } as const
