// Checks of links, as an operation.
import { checkItem, checkRequest, checkResponse, checkResult } from '../check.ts'
import { fields, named, type Operation } from '../operation.ts'

const checkFieldsTold = fields('CheckRequest', checkRequest, 'Links to be checked. Other fields are ignored.', {
  items: 'The links; answered in their order.',
})

/** What the description knows by name of checks. */
export const checkNames = [
  checkFieldsTold,
  fields('CheckItem', checkItem, 'A link to be checked.', {
    url: 'Where the share is. Nothing but the clouds that are known is asked.',
    disk_type: 'Which cloud the caller takes it for; told again in the answer. The address decides.',
    password: 'The access code, where it does not stand in the address.',
  }),
  named('CheckResponse', checkResponse, 'What is known of each link, in their order.'),
  named('CheckResult', checkResult, 'What is known of one link.', {
    disk_type: 'Which cloud it is at, or what was sent.',
    url: 'The address as it was sent.',
    normalized_url: 'The one spelling of it; empty when it is no share.',
    state:
      'There (`ok`), gone (`bad`), there behind an access code that is missing or wrong (`locked`), at no cloud that can be asked, or not known.',
    cache_hit: 'Was it known already?',
    checked_at: 'When the cloud said so, in epoch milliseconds; 0 when it did not.',
    expires_at: 'Until when this may be believed, in epoch milliseconds.',
    summary: 'A sentence for people.',
  }),
]

/** Checking links. */
export const checkOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/check/links',
    id: 'checkLinks',
    tag: 'links',
    summary: 'Are shares still there?',
    description: 'Asks the clouds themselves, slowly and each link once; what was found lately is told again.',
    access: 'callers',
    body: checkFieldsTold,
    answers: [{ status: 200, meaning: 'What is known of each link.', schema: checkResponse }],
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
        summary: 'A share, and what is none',
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
