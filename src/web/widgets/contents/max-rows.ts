/** Maximum rows of a list or table that are drawn; exports and the search have the others. */
export const maxRows = 500
