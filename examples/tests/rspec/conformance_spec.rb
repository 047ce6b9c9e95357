# The Plant Store's conformance suite as examples of RSpec: one for each check, in groups by requirement, and the verdict.
# The token is in PLANT_STORE_TOKEN. To start your own server, do it in `before(:context)`.
require "json"
require "open3"
require "tmpdir"

RSpec.describe "Plant Store conformance" do
  command = %w[npx plant-store-conformance]
  listed, status = Open3.capture2(*command, "list", "--json")
  raise "The checks could not be listed" unless status.success?

  before(:context) do
    Dir.mktmpdir do |folder|
      file = File.join(folder, "ctrf.json")
      argv = [*command, "check", "--quiet", "--report", "ctrf=#{file}", "--", ENV.fetch("PLANT_STORE_URL", "")]
      @output, @status = Open3.capture2e(*argv)
      cases = File.exist?(file) ? JSON.parse(File.read(file))["results"]["tests"] : []
      @cases = cases.to_h { |one| [one["name"], one] }
    end
  end

  JSON.parse(listed).each do |requirement|
    describe requirement["id"] do
      requirement["checks"].each do |check|
        it check["id"].delete_prefix("#{requirement["id"]}/") do
          fail "not judged: #{@output}" if @cases.empty?
          one = @cases[check["id"]]
          skip "left out by a selection" if one.nil?
          fail "#{one["message"]}\n\n#{one["trace"]}" if one["status"] == "failed"
          skip one["message"] if %w[skipped warning waived].include?(one["rawStatus"])
        end
      end
    end
  end

  # Red where a contract or a waiver fails, too, and where nothing was judged.
  it "verdict" do
    fail @output unless @status.success? && @cases.key?("verdict")
  end
end
