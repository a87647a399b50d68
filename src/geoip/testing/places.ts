import { type MmdbValue, mmdb } from './mmdb.ts'

/** A record as in a City database. */
export function cityRecord(country: string, state: string, city: string): MmdbValue {
  return {
    city: { geoname_id: 2_158_177, names: { de: `${city} auf Deutsch`, en: city } },
    country: { iso_code: 'XX', names: { en: country } },
    subdivisions: [{ names: { en: state } }, { names: { en: 'a part of it' } }],
  }
}

export const melbourne = { country: 'Australia', state: 'Victoria', city: 'Melbourne' }

/**
 * A database with 1.120.0.0/16 (Melbourne), 8.8.0.0/16 (only a country), 2a00:1450::/32, 9.9.9.0/24 (no
 * place) and 10.0.0.0/8 (private).
 */
export function smallDatabase(city = 'Melbourne'): Buffer {
  return mmdb({
    '1.120.0.0/16': cityRecord('Australia', 'Victoria', city),
    '8.8.0.0/16': { country: { names: { en: 'United States' } } },
    '2a00:1450::/32': cityRecord('Ireland', 'Leinster', 'Dublin'),
    '9.9.9.0/24': { continent: { names: { en: 'Europe' } } },
    '10.0.0.0/8': cityRecord('Nowhere', 'Private', 'Home'),
  })
}
