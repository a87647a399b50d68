import { get } from 'node:http'

/**
 * A client of an export, in its own process: a client that also asks questions would delay itself. Takes an
 * address and a token, prints the number of bytes.
 */
const [address = '', token = ''] = process.argv.slice(2)

get(address, { headers: { authorization: `token ${token}` } }, answer => {
  if (answer.statusCode !== 200) throw new Error(`${address} was answered ${answer.statusCode}`)
  let bytes = 0
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  answer.on('end', () => console.log(bytes))
})
