# Builds Trawl from its sources, and makes an image of the result: the same files as in the npm package, on a base with Node.

# The Node that tests and measurements ran with; docs/deploying.md explains why not Alpine. A mirror or another base: --build-arg NODE_IMAGE=…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
# A mirror of the npm registry: --build-arg NPM_REGISTRY=…
ARG NPM_REGISTRY=https://registry.npmjs.org/
WORKDIR /build
COPY package.json package-lock.json ./
# Without scripts: no package needs one, and the sources that ours compiles are not there yet; the build does it.
RUN npm ci --registry="${NPM_REGISTRY}" --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Trawl" \
  org.opencontainers.image.description="Self-hosted search for network-drive links and hot lists" \
  org.opencontainers.image.version="1.0.0-rc.2" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production DATA_DIR=/data
# A volume takes its owner from the folder it is first mounted over.
RUN mkdir -m 700 /data && chown 1000:1000 /data
WORKDIR /app
COPY --from=build /build/dist/package.json /build/dist/LICENSE /build/dist/licenses.md ./
COPY --from=build /build/dist/web web
COPY --from=build /build/dist/bin bin
COPY --from=build /build/dist/server server
RUN ln -s /app/bin/trawl.js /usr/local/bin/trawl && mkdir -m 700 server/.cache && chown 1000:1000 server/.cache
# The user `node` of the image, as a number: Kubernetes cannot verify from a name that it is not root.
USER 1000:1000
# Fills Node's compile cache, so that containers start faster; it is valid for the same user and options only. This command loads all that a start loads.
RUN ["node", "bin/trawl.js", "hot", "--list", "--alone", "--json"]
VOLUME /data
EXPOSE 8888
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--input-type=module", "--eval", "import { get } from 'node:http'; get({ host: '127.0.0.1', port: process.env.PORT?.trim() || 8888, path: '/livez', timeout: 4000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('timeout', () => process.exit(1)).on('error', () => process.exit(1))"]
# No shell or npm in between, so signals reach the service. Other commands: docker run … trawl migrate --help
ENTRYPOINT ["node", "/app/bin/trawl.js"]
CMD ["start"]
