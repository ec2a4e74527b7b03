# docker run --rm --volume "$PWD:/work" ghcr.io/OWNER/tallystick scan
# What writes files (init, fix, a baseline) needs --user "$(id -u):$(id -g)" too.
FROM node:24-alpine
# Git tells what a change touched.
RUN apk add --no-cache git
COPY dist /opt/tallystick/dist
COPY lib/commit.txt /opt/tallystick/lib/commit.txt
USER node
WORKDIR /work
ENTRYPOINT ["node", "/opt/tallystick/dist/cli.js"]
CMD ["scan"]
