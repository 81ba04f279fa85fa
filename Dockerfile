# syntax=docker/dockerfile:1
# The shop alone: no sources, no tests, no fake servers. See docs/going-live.md.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /kohue
COPY package.json package-lock.json .npmrc ./
# The image brings Node itself, and no package needs its install script to build the shop.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/@react-router/dev/bin.cjs build \
 && node launch/compress.mjs \
 && node launch/assemble.mjs /shop

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production PORT=3000 MALLOC_ARENA_MAX=2
WORKDIR /shop
# Owned by root and written by nobody: the shop needs no file but those of the image.
COPY --from=build /shop ./
USER node
EXPOSE 3000
# Whether it may be sent visitors at this moment; that it has opened is what /healthz says.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# A shop's live heap is some 40 MB; Node would let it grow with the machine.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=176", "build/server/index.js"]
