/**
 * The version of the interface that this service speaks. Agents ask for it at GET /version and compare it number by number: from 6.34 on
 * the Windows agent sends by HTTP.
 */
export const interfaceVersion = '6.34.0'
