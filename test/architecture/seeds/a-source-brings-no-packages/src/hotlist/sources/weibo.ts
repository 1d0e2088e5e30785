// Seed: breaks the rule.
import { gunzipSync } from 'node:zlib'

export default gunzipSync
