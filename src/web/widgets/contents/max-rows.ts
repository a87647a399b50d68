/** Maximum rows of a list or table that are drawn; exports and the search show all rows. */
export const maxRows = 500
