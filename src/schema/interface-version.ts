/** The version of the API. Agents read it at GET /version: from 6.34 on the Windows agent sends by HTTP. */
export const interfaceVersion = '6.34.0'
