# The Homebrew formula; the workflow `release` puts version and checksum in, and attaches it to the release.
class Tallystick < Formula
  desc "Holds a service's code against its API contracts"
  homepage "https://github.com/OWNER/tallystick"
  url "https://github.com/OWNER/tallystick/releases/download/v@VERSION@/tallystick-@VERSION@.tgz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tallystick --version")
  end
end
