/** The addresses of the web interface. The server answers each with the page, which shows what belongs there; any other path is a 404. */
export const pagePaths = ['/', '/search', '/dashboard', '/reports'] as const
