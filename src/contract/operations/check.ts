// The operation of link checks.
import { checkItem, checkRequest, checkResponse, checkResult } from '../check.ts'
import { fields, named, type Operation } from '../operation.ts'

const checkFieldDocs = fields('CheckRequest', checkRequest, 'Links to check. Other fields are ignored.', {
  items: 'The links; results are in the same order.',
})

/** The named schemas of link checks. */
export const checkNames = [
  checkFieldDocs,
  fields('CheckItem', checkItem, 'A link to check.', {
    url: 'The address of the share. Only known clouds are ever asked.',
    disk_type: 'The cloud according to the caller, repeated in the answer. The address decides.',
    password: 'The access code, if it is not in the address.',
  }),
  named('CheckResponse', checkResponse, 'One result per link, in request order.'),
  named('CheckResult', checkResult, 'The result for one link.', {
    disk_type: 'The `disk_type` of the request, or else the cloud of the link.',
    url: 'The address as sent.',
    normalized_url: 'The canonical address; empty if it is not a share.',
    state:
      'Available (`ok`), gone (`bad`), access code missing or wrong (`locked`), no check for this link (`unsupported`), or undecided (`uncertain`).',
    cache_hit: 'Whether the result was cached.',
    checked_at: 'When the link was checked, in epoch milliseconds.',
    expires_at: 'When the result expires, in epoch milliseconds.',
    summary: 'A description for users.',
  }),
]

/** Link checks. */
export const checkOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/check/links',
    id: 'checkLinks',
    tag: 'links',
    summary: 'Check whether shares still exist',
    description: 'Asks the clouds at a limited rate, each link once; recent results are returned from the cache.',
    access: 'callers',
    body: checkFieldDocs,
    answers: [{ status: 200, meaning: 'One result per link.', schema: checkResponse }],
    errors: {
      400: [
        { message: 'items: must be an array of 1 to 256 items' },
        { message: 'items.0.url: must be a string of 1 to 2048 characters' },
      ],
      503: [{ message: 'service: overloaded (131 asks of sites are running); retry in 5 s' }],
    },
    examples: [
      {
        name: 'two',
        summary: 'A share, and an address that is not a share',
        body: {
          items: [
            { url: 'https://pan.quark.cn/s/0a1b2c3d4e5f', disk_type: 'quark' },
            { url: 'https://example.org/file', password: 'k3m9' },
          ],
        },
        answer: {
          results: [
            {
              disk_type: 'quark',
              url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
              normalized_url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
              state: 'ok',
              cache_hit: false,
              checked_at: 1795248000000,
              expires_at: 1795334400000,
              summary: 'the share is there',
            },
            {
              disk_type: 'others',
              url: 'https://example.org/file',
              normalized_url: '',
              state: 'unsupported',
              cache_hit: false,
              checked_at: 0,
              expires_at: 0,
              summary: 'not a share of a cloud that is known',
            },
          ],
        },
      },
    ],
  },
]
