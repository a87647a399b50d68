/** The paths of the web interface. The server answers each with the same page, which renders the view of the path; others are a 404. */
export const pagePaths = ['/', '/search', '/dashboard', '/reports'] as const
