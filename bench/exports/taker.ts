import { get } from 'node:http'

/**
 * A client of an export, in a process of its own: one that asks questions as well would keep itself waiting. Takes an address and a token,
 * prints how many bytes there were.
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
