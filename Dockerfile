# nadir in an image: the first stage builds the Debian package, the second has nothing but that.
#
#     docker build -t nadir .
#     docker run --rm -v "$PWD:/work" nadir check --replay-only
#
# Programs under analysis run in a sandbox, which wants user namespaces; where the container has none, nadir says what
# it lacks (docs/security.md).
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git dpkg-dev sudo
COPY . /src
RUN rm -rf /src/build && /src/script/package /package

FROM debian:12
COPY --from=build /package /package
RUN apt-get update && apt-get install -y --no-install-recommends /package/*.deb && rm -rf /package /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["nadir"]
