/** The version of the API, read by agents at GET /version. The Windows agent sends by HTTP from 6.34 on. */
export const interfaceVersion = '6.34.0'
