# The server with a browser, fonts and nothing else: no npm, no compiler, no curl. For linux/amd64 and linux/arm64.
#   docker build --tag pdfapi . && docker compose up --detach
#   docker run --rm --interactive --security-opt seccomp=deploy/seccomp.json pdfapi html - -o - < page.html > page.pdf
# docs/deployment.md has more, and what the sandbox needs.

# The node of package-lock.json, which the tests run with.
ARG NODE_VERSION=24.21.0
ARG DEBIAN_VERSION=13.8

# The package is the same for all platforms, so it is built once, natively.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Without scripts: the one of the package is the build, and `node` is in this image already.
RUN npm ci --ignore-scripts
COPY . .
RUN node build/build.ts \
 && npm pack --ignore-scripts --pack-destination / \
 && mkdir /package \
 && tar --extract --gzip --file /pdfapi-*.tgz --directory /package --strip-components 1

# The node of the platform that the image is for.
FROM node:${NODE_VERSION}-trixie-slim AS node

FROM debian:${DEBIAN_VERSION}-slim
LABEL org.opencontainers.image.title="pdfapi" \
      org.opencontainers.image.description="Templates and data, or raw HTML, to PDF" \
      org.opencontainers.image.licenses="MIT"

# The browser is Debian's, because it exists for both architectures and gets security updates: build the image again
# (--no-cache) to get them. No versions, because Debian keeps only the newest ones.
# The fonts cover every writing system that `pdfapi doctor` looks for; Liberation has the widths of Arial, Times New
# Roman and Courier New. fontconfig writes the cache of fonts now; later nothing can.
# What is removed again is a software renderer for graphics cards, 220 MB, which the browser is started without.
# node does not reap the processes that a browser leaves behind when it is killed; tini does.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      chromium-headless-shell \
      fontconfig \
      fonts-liberation \
      fonts-noto-cjk \
      fonts-noto-color-emoji \
      fonts-noto-core \
      tini \
 && rm -f /usr/lib/*/libLLVM.so.* /usr/lib/*/libgallium-*.so /usr/lib/*/libz3.so.* /usr/lib/chromium/libVkLayer* \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb

# By number, so that Kubernetes sees that it is not root. Any other uid works too, with a volume that it can write to.
RUN groupadd --gid 10001 pdfapi \
 && useradd --uid 10001 --gid 10001 --home-dir /var/lib/pdfapi --no-create-home --shell /usr/sbin/nologin pdfapi \
 && install --directory --owner 10001 --group 10001 --mode 0700 /var/lib/pdfapi \
 && install --directory --owner 10001 --group 10001 --mode 0755 /var/cache/pdfapi

COPY --from=node /usr/local/bin/node /usr/local/bin/node
# Without node_modules: all packages are bundled but the browser, which is for x86-64 only.
COPY --from=build /package /opt/pdfapi
RUN ln -s /opt/pdfapi/bin/pdfapi.js /usr/local/bin/pdfapi

ENV PDFAPI_BROWSER=/usr/bin/chromium-headless-shell \
    PDFAPI_CACHE_DIR=/var/cache/pdfapi \
    PDFAPI_DATA_DIR=/var/lib/pdfapi \
    PDFAPI_HOST=0.0.0.0 \
    PDFAPI_PORT=8080

USER 10001:10001
# Fails if node or the package cannot start, and fills the cache of compiled code, which depends on the uid.
RUN pdfapi serve --print-config

VOLUME ["/var/lib/pdfapi"]
EXPOSE 8080
# Docker itself does not restart an unhealthy container, so this asks for more than /healthz: that it can print.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PDFAPI_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "pdfapi"]
CMD ["serve"]
