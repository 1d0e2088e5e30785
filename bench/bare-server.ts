// A bare node:http server process: reads every request, sends one answer from a file and prints its address.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const given = z.object({ status: z.int(), headers: z.array(z.string()), body: z.base64() })

const { status, headers, body } = given.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
const bytes = Buffer.from(body, 'base64')

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const answer = () => {
    response.writeHead(status, headers)
    if (bytes.length > 0) response.end(bytes)
    else response.end()
  }
  if (request.method === 'GET') return answer()
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.once('end', () => {
    Buffer.concat(chunks)
    answer()
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.info(`listens on http://127.0.0.1:${port}`)
})
